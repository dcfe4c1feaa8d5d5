/** The driver of imports: it runs their steps and keeps what is known of them. */
@NullMarked
package dev.goldenrod.dataplane.imports;

import org.jspecify.annotations.NullMarked;
