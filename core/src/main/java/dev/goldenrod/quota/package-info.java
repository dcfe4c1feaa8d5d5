/** Quotas: how many instances an organization and each of its members may have. */
@NullMarked
package dev.goldenrod.quota;

import org.jspecify.annotations.NullMarked;
