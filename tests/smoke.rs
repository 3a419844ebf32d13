//! x
#[test]
fn works() {
    let fake = loopd_tools::FakeTools::new();
    let d = loopd_tools::Dispatcher::new(loopd_tools::Registry::m2b(), fake);
    println!("{}", d.call("echo", r#"{"text":"x"}"#).text);
    println!("{}", d.call("clock", r#"{}"#).text);
    println!("{:#?}", d.call("find_tool", r#"{"query":"ret"}"#).text);
}
