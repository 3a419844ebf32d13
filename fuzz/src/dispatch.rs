//! Any name and any text as a call.

use loopd_tools::{CALL_TOOL, Dispatch, Dispatcher, FIND_TOOL, FakeTools, Registry};

use super::halves;

/// The name on the first lines, the arguments behind a blank one.
pub fn dispatch(data: &[u8]) {
    let Some((name, arguments)) = halves(data) else {
        return;
    };
    let registry = Registry::m2b();
    for name in [name, FIND_TOOL, CALL_TOOL] {
        match loopd_tools::dispatch(&registry, name, arguments) {
            Dispatch::Local(text) => {
                assert!(name == FIND_TOOL || name == CALL_TOOL, "{name:?}");
                assert!(!text.is_empty());
            }
            Dispatch::Port {
                tool,
                arguments: passed,
            } if name == CALL_TOOL => {
                assert!(
                    registry.get(&tool).is_some_and(|entry| !entry.core),
                    "{tool:?}"
                );
                assert!(arguments.contains(&passed), "{passed:?}");
                assert!(passed.starts_with('{'), "{passed:?}");
            }
            Dispatch::Port {
                tool,
                arguments: passed,
            } => {
                assert_eq!((tool.as_str(), passed.as_str()), (name, arguments));
            }
        }
    }
    let dispatcher = Dispatcher::new(registry, FakeTools::new()).with_cap(200);
    for name in [name, FIND_TOOL, CALL_TOOL, "echo", "clock"] {
        let answer = dispatcher.call(name, arguments);
        assert!(
            answer.text.len() <= 200 + "\n[truncated]".len(),
            "{}",
            answer.text
        );
    }
}
