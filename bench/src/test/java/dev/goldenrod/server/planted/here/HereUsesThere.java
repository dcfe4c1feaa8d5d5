package dev.goldenrod.server.planted.here;

import dev.goldenrod.server.planted.there.ThereUsesHere;
import org.jspecify.annotations.Nullable;

/** Half of a cycle between two packages. */
public final class HereUsesThere {
  @Nullable ThereUsesHere other;
}
