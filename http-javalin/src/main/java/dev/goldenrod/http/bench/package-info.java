/** What the HTTP surface is measured against. */
@NullMarked
package dev.goldenrod.http.bench;

import org.jspecify.annotations.NullMarked;
