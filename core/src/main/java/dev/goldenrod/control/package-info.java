/**
 * The use cases, one class per noun of the API, and the facade for embedders. Implementations share
 * the package, so that they and the constructors of use cases, which take a {@link
 * dev.goldenrod.control.ControlContext}, are hidden from embedders.
 *
 * <p>Decided in: docs/decisions/0003-work-items-and-leases.md
 */
@NullMarked
package dev.goldenrod.control;

import org.jspecify.annotations.NullMarked;
