//! What the tools of a session share beyond their own state, by type.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// What all tools and calls of a session share: at most one value of each type, read and written.
///
/// A value is lent to a closure, which can't wait, so that nothing is held across an await. While
/// the closure runs, other threads that want any value of the session wait; the closure itself may
/// use values of other types. What a closure that panics leaves behind is taken over as it is.
#[derive(Default)]
pub struct Extensions {
    inside: Mutex<Inside>,
    released: Condvar,
}

#[derive(Default)]
struct Inside {
    /// The thread that works with the values now. One for all types: two closures that want each
    /// other's value can't wait for each other.
    owner: Option<ThreadId>,
    /// How many closures of the owner are inside one another.
    depth: usize,
    values: HashMap<TypeId, Slot>,
}

struct Slot {
    type_name: &'static str,
    /// None while a closure of the owner has it.
    value: Option<Box<dyn Any + Send>>,
}

impl Extensions {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `value` in, in place of an earlier one of its type, which comes back. Inside a closure
    /// that has the earlier one it stays in place of that, which goes when the closure ends.
    pub fn insert<T: Send + 'static>(&self, value: T) -> Option<T> {
        let turn = self.turn();
        let earlier = turn.put(Box::new(value));
        drop(turn);
        earlier.map(|earlier| *earlier)
    }

    /// Puts in what `make` gives if there is no value of its type yet.
    pub fn ensure<T: Send + 'static>(&self, make: impl FnOnce() -> T) -> &Self {
        let turn = self.turn();
        if !turn.holds::<T>() {
            turn.put(Box::new(make()));
        }
        self
    }

    /// A copy of the value; none if there is none, or if a closure around this one has it.
    #[must_use]
    pub fn get<T: Clone + Send + 'static>(&self) -> Option<T> {
        self.with_mut(|value: &mut T| value.clone())
    }

    /// Lends the value to `change`; none if there is none, or if a closure around this one has it.
    pub fn with_mut<T: Send + 'static, R>(&self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let turn = self.turn();
        let mut lent = turn.lend::<T>()?;
        lent.value.as_deref_mut().map(change)
    }

    /// Takes the value out; none if there is none, or if a closure around this one has it.
    pub fn remove<T: Send + 'static>(&self) -> Option<T> {
        let turn = self.turn();
        let value = turn.take_out::<T>();
        drop(turn);
        value.map(|value| *value)
    }

    /// Whether there is a value of this type.
    #[must_use]
    pub fn contains<T: Send + 'static>(&self) -> bool {
        self.turn().holds::<T>()
    }

    /// Waits until no other thread works with the values.
    fn turn(&self) -> Turn<'_> {
        let me = thread::current().id();
        let mut inside = self.lock();
        while inside.owner.is_some_and(|owner| owner != me) {
            inside = self
                .released
                .wait(inside)
                .unwrap_or_else(PoisonError::into_inner);
        }
        inside.owner = Some(me);
        inside.depth += 1;
        Turn { extensions: self }
    }

    /// Held for single steps only, never while a caller's code runs; a poisoned lock is taken over.
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right of one thread to work with the values.
struct Turn<'a> {
    extensions: &'a Extensions,
}

impl Turn<'_> {
    fn holds<T: 'static>(&self) -> bool {
        let inside = self.extensions.lock();
        inside.values.contains_key(&TypeId::of::<T>())
    }

    /// Puts a value in; an earlier one that nobody has comes back.
    fn put<T: Send + 'static>(&self, value: Box<T>) -> Option<Box<T>> {
        let slot = Slot {
            type_name: type_name::<T>(),
            value: Some(value),
        };
        let mut inside = self.extensions.lock();
        let earlier = inside.values.insert(TypeId::of::<T>(), slot);
        drop(inside);
        earlier?.value?.downcast().ok()
    }

    fn take_out<T: 'static>(&self) -> Option<Box<T>> {
        let mut inside = self.extensions.lock();
        let id = TypeId::of::<T>();
        let value = inside.values.get_mut(&id)?.value.take()?;
        inside.values.remove(&id);
        drop(inside);
        value.downcast().ok()
    }

    fn lend<T: Send + 'static>(&self) -> Option<Lent<'_, T>> {
        let mut inside = self.extensions.lock();
        let value = inside.values.get_mut(&TypeId::of::<T>())?.value.take()?;
        drop(inside);
        Some(Lent {
            turn: self,
            value: value.downcast().ok(),
        })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut inside = self.extensions.lock();
        inside.depth -= 1;
        if inside.depth == 0 {
            inside.owner = None;
            drop(inside);
            self.extensions.released.notify_one();
        }
    }
}

/// A value while a closure has it. Goes back even if the closure panics.
struct Lent<'a, T: Send + 'static> {
    turn: &'a Turn<'a>,
    value: Option<Box<T>>,
}

impl<T: Send + 'static> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        let Some(value) = self.value.take() else {
            return;
        };
        let mut inside = self.turn.extensions.lock();
        match inside.values.get_mut(&TypeId::of::<T>()) {
            Some(slot) if slot.value.is_none() => slot.value = Some(value),
            // Something else was put in meanwhile. Its drop is the caller's code.
            _ => {
                drop(inside);
                drop(value);
            }
        }
    }
}

/// The types alone: what is in the values is nobody's business.
impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.lock().values.values().map(|s| s.type_name).collect();
        names.sort_unstable();
        f.debug_tuple("Extensions").field(&names).finish()
    }
}
