/** Routes of each resource type and the mapping between JSON and commands. */
@NullMarked
package dev.goldenrod.http.resource;

import org.jspecify.annotations.NullMarked;
