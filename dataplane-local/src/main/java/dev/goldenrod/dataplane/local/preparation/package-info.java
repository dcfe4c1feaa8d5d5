/** Creation of data in volumes by an engine's tools and servers, before a database uses it. */
@NullMarked
package dev.goldenrod.dataplane.local.preparation;

import org.jspecify.annotations.NullMarked;
