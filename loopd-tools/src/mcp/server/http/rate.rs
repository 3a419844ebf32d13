//! How often one address may ask.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::options::Rate;

/// How many addresses are told apart at once.
const ADDRESSES: usize = 4096;

/// Counts the requests of each address.
pub(super) struct Meter {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// What is left to an address: full is `burst`, and a request takes one.
#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    seen: Instant,
}

impl Meter {
    pub(super) fn new(rate: Rate) -> Self {
        Self {
            rate,
            buckets: Mutex::new(HashMap::new()),
        }
    }

    /// Takes a request of `address` in; else says after how many seconds it may ask again.
    pub(super) fn take(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst());
        }
        // Where even that leaves no room, the strangers share one.
        let key = if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            IpAddr::V6(Ipv6Addr::UNSPECIFIED)
        } else {
            address
        };
        let bucket = buckets.entry(key).or_insert(Bucket {
            left: self.burst(),
            seen: now,
        });
        let left = self.filled(*bucket, now);
        *bucket = Bucket { left, seen: now };
        if left >= 1.0 {
            bucket.left = left - 1.0;
            return Ok(());
        }
        let missing = (1.0 - left) / f64::from(self.rate.per_second.get());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most a second, and no less than none"
        )]
        let seconds = missing.ceil() as u64;
        Err(seconds.max(1))
    }

    fn burst(&self) -> f64 {
        f64::from(self.rate.burst.get())
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let waited = now.saturating_duration_since(bucket.seen).as_secs_f64();
        let more = waited * f64::from(self.rate.per_second.get());
        (bucket.left + more).min(self.burst())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;
    use std::time::Duration;

    use super::*;

    fn meter(per_second: u32, burst: u32) -> Meter {
        let number = |number| NonZeroU32::new(number).unwrap();
        Meter::new(Rate::new(number(per_second), number(burst)))
    }

    #[test]
    fn an_address_has_its_burst_and_then_its_rate() {
        let meter = meter(2, 3);
        let (start, address) = (Instant::now(), IpAddr::V4(Ipv4Addr::LOCALHOST));
        for _ in 0..3 {
            assert_eq!(meter.take(address, start), Ok(()));
        }
        assert_eq!(meter.take(address, start), Err(1));
        let later = start + Duration::from_millis(500);
        assert_eq!(meter.take(address, later), Ok(()));
        assert_eq!(meter.take(address, later), Err(1));
        // Waiting fills no more than the burst.
        let later = start + Duration::from_secs(3600);
        for _ in 0..3 {
            assert_eq!(meter.take(address, later), Ok(()));
        }
        assert_eq!(meter.take(address, later), Err(1));
    }

    #[test]
    fn the_table_is_bounded() {
        let meter = meter(1, 1);
        let start = Instant::now();
        let strangers = u32::try_from(ADDRESSES).unwrap() + 100;
        for stranger in 1..=strangers {
            let _ = meter.take(IpAddr::V4(Ipv4Addr::from_bits(stranger)), start);
        }
        let kept = meter.buckets.lock().unwrap().len();
        assert!(kept <= ADDRESSES + 1, "{kept}");
        // Those who come when it is full share one.
        let last = IpAddr::V4(Ipv4Addr::from_bits(strangers + 1));
        assert_eq!(meter.take(last, start), Err(1));
        // Who was long away is forgotten.
        let later = start + Duration::from_secs(10);
        assert_eq!(meter.take(last, later), Ok(()));
        assert!(meter.buckets.lock().unwrap().len() < 10);
    }
}
