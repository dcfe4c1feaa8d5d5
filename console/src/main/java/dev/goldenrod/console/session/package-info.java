/** Sign-in, sessions of browsers, and the way of a request to its page. */
@NullMarked
package dev.goldenrod.console.session;

import org.jspecify.annotations.NullMarked;
