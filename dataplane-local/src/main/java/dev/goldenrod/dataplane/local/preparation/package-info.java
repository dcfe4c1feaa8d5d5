/** Data that is made in volumes by an engine's tools and servers, before a database has it. */
@NullMarked
package dev.goldenrod.dataplane.local.preparation;

import org.jspecify.annotations.NullMarked;
