/**
 * The use cases, one class per noun of the API, and the facade for embedders. They share a package
 * so that their constructors, which take a {@link dev.goldenrod.control.context.ControlContext},
 * are hidden from embedders. Larger implementations are in subpackages that are not exported.
 *
 * <p>Decided in: docs/decisions/0003-work-items-and-leases.md
 */
@NullMarked
package dev.goldenrod.control;

import org.jspecify.annotations.NullMarked;
