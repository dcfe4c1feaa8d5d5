/** Detection of personal data: proposes a rule for each column, with confidence and reason. */
@NullMarked
package dev.goldenrod.masking.detect;

import org.jspecify.annotations.NullMarked;
