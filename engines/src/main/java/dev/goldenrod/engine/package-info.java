/** What a database engine is, wherever it runs. */
@NullMarked
package dev.goldenrod.engine;

import org.jspecify.annotations.NullMarked;
