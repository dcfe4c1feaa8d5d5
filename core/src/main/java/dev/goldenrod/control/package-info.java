/**
 * The use cases, one class for each noun of the API, and the facade an embedder builds and holds.
 * How the larger ones do their work lies in packages beneath, which no embedder sees. The classes
 * themselves stay together: only so can their constructors, which take a {@link
 * dev.goldenrod.control.context.ControlContext}, be hidden from embedders.
 *
 * <p>Decided in: docs/decisions/0003-work-items-and-leases.md
 */
@NullMarked
package dev.goldenrod.control;

import org.jspecify.annotations.NullMarked;
