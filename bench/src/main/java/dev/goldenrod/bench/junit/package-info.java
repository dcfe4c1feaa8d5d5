/** {@code bench junit}: a database for each test, compared with other ways. */
@NullMarked
package dev.goldenrod.bench.junit;

import org.jspecify.annotations.NullMarked;
