/** Location and content of configuration files. */
@NullMarked
package dev.goldenrod.server.config;

import org.jspecify.annotations.NullMarked;
