/** Transformers of what identifies people: names, logins, addresses of e-mail, telephones. */
@NullMarked
package dev.goldenrod.masking.transform.person;

import org.jspecify.annotations.NullMarked;
