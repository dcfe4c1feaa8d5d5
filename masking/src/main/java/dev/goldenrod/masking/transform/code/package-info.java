/**
 * Transformers of codes with a fixed form: accounts, cards, national ids, addresses of machines.
 */
@NullMarked
package dev.goldenrod.masking.transform.code;

import org.jspecify.annotations.NullMarked;
