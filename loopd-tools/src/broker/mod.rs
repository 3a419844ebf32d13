//! Running a toolbox under a policy.

mod resources;
