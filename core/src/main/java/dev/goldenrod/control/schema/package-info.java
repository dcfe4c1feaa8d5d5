/** How the schemas of databases are compared, one request of a member at a time. */
@NullMarked
package dev.goldenrod.control.schema;

import org.jspecify.annotations.NullMarked;
