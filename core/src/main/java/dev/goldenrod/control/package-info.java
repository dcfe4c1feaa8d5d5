/** The use cases, and the facade an embedder builds and holds. */
@NullMarked
package dev.goldenrod.control;

import org.jspecify.annotations.NullMarked;
