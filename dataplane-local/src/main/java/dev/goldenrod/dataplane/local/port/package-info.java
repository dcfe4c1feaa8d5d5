/** The ports of database servers, and the users that they run as. */
@NullMarked
package dev.goldenrod.dataplane.local.port;

import org.jspecify.annotations.NullMarked;
