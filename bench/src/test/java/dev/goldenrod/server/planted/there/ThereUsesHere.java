package dev.goldenrod.server.planted.there;

import dev.goldenrod.server.planted.here.HereUsesThere;
import org.jspecify.annotations.Nullable;

/** Half of a cycle between two packages. */
public final class ThereUsesHere {
  @Nullable HereUsesThere other;
}
