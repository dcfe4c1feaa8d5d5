/** Request processing for all resource types: servers, routing, limits and logging. */
@NullMarked
package dev.goldenrod.http.web;

import org.jspecify.annotations.NullMarked;
