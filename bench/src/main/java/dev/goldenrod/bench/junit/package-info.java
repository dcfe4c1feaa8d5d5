/** {@code bench junit}: a database for each test, beside other ways to one. */
@NullMarked
package dev.goldenrod.bench.junit;

import org.jspecify.annotations.NullMarked;
