//! A broker under tower's layers: too many calls at once are turned away, and a call that takes
//! too long is let go, whatever the tools and the broker's own limits say.
//!
//! What a layer says is an error of the service, and none of the tool: the host puts it into words,
//! so that the model reads one answer to each call.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use loopd_tools::broker::Call;
use loopd_tools::{
    Broker, CallContext, Context, Outcome, Run, Tool, ToolError, ToolOutput, ToolRequest, Toolbox,
};
use serde::Deserialize;
use tokio::sync::Semaphore;
use tower::limit::ConcurrencyLimitLayer;
use tower::load_shed::LoadShedLayer;
use tower::load_shed::error::Overloaded;
use tower::timeout::TimeoutLayer;
use tower::timeout::error::Elapsed;
use tower::{BoxError, Service, ServiceBuilder, ServiceExt};

/// Waits in the queue of the printer and prints a page.
#[derive(Tool, Deserialize)]
#[tool(concurrent, state = Printer)]
struct Print {
    /// What to print.
    page: String,
}

/// A printer that prints when it has paper.
struct Printer {
    paper: Arc<Semaphore>,
}

impl Run for Print {
    async fn run(self, cx: Context<'_, Printer>) -> Result<ToolOutput, ToolError> {
        let sheet = cx.state().paper.acquire().await;
        sheet.map_err(ToolError::execution)?.forget();
        Ok(format!("{} is printed", self.page).into())
    }
}

fn call(page: &str) -> Call {
    let arguments = serde_json::json!({ "page": page });
    let request = ToolRequest {
        tool: "print".to_owned(),
        arguments: arguments.to_string(),
    };
    Call::new(request, CallContext::new())
}

/// What the model reads.
fn words(answer: Result<Outcome, BoxError>) -> String {
    match answer {
        Ok(outcome) => outcome.text().into_owned(),
        Err(error) if error.is::<Overloaded>() => {
            "too many calls are running; call it again when one of them has ended".to_owned()
        }
        Err(error) if error.is::<Elapsed>() => {
            "the call took too long and was let go; what it did may be half done".to_owned()
        }
        Err(error) => error.to_string(),
    }
}

async fn demonstrate() -> Result<Vec<String>, BoxError> {
    let paper = Arc::new(Semaphore::new(0));
    let toolbox = Toolbox::new();
    toolbox.register(Print::with(Printer {
        paper: Arc::clone(&paper),
    }))?;
    let broker = Broker::builder(toolbox).build()?;
    let mut service = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(2))
        .layer(TimeoutLayer::new(Duration::from_secs(1)))
        .service(broker.clone());

    // Two wait for paper, and there is no place for a third.
    let mut answers = Vec::new();
    for page in ["page one", "page two", "page three"] {
        answers.push(tokio::spawn(service.ready().await?.call(call(page))));
    }
    let mut heard = vec![words(answers.remove(2).await?)];
    paper.add_permits(2);
    for answer in answers {
        heard.push(words(answer.await?));
    }

    // There is no paper any more.
    heard.push(words(service.ready().await?.call(call("page four")).await));
    heard.push(format!("{} call(s) in flight", broker.in_flight()));
    Ok(heard)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    for line in runtime.block_on(demonstrate())? {
        println!("{line}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_an_answer_that_a_model_can_read() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let heard = runtime.block_on(demonstrate()).unwrap();
        assert_eq!(
            heard,
            [
                "too many calls are running; call it again when one of them has ended",
                "page one is printed",
                "page two is printed",
                "the call took too long and was let go; what it did may be half done",
                "0 call(s) in flight",
            ]
        );
    }

    #[test]
    fn the_printer_meets_every_point() {
        let paper = Arc::new(Semaphore::new(1000));
        loopd_tools::testing::Check::new(&Print::with(Printer { paper }))
            .with_arguments(serde_json::json!({"page": "the first"}))
            .run()
            .assert_ok();
    }
}
