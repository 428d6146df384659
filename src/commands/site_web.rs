//! `judge site-web`: the web process of a site.

use crate::cli::SiteWeb;
use crate::error::Result;
use crate::sandbox::inherited;
use crate::site::web::{self, WebOptions};

pub(super) fn site_web(arguments: SiteWeb) -> Result<()> {
    web::serve(WebOptions {
        data: arguments.data,
        listener: inherited(arguments.listener)?.into(),
        parent: inherited(arguments.parent)?,
        secure: arguments.secure,
        url: arguments.url,
    })
}
