/** The routes of each noun of the API: how its JSON becomes commands, and results its JSON. */
@NullMarked
package dev.goldenrod.http.resource;

import org.jspecify.annotations.NullMarked;
