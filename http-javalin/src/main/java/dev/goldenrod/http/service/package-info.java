/** Service routes: health, metrics, API document and client configuration. */
@NullMarked
package dev.goldenrod.http.service;

import org.jspecify.annotations.NullMarked;
