/** What the surface tells of the service itself: its health, its description, its clients. */
@NullMarked
package dev.goldenrod.http.service;

import org.jspecify.annotations.NullMarked;
