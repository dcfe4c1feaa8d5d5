package dev.goldenrod.dataplane.k8s.client;

import java.util.OptionalLong;

/** The {@link Reachability} of a server that always responds. */
final class AnsweringServer {
  private AnsweringServer() {}

  static Reachability reachability() {
    return new Reachability(
        OptionalLong::empty,
        new Reachability.Reactions() {
          @Override
          public void lost() {
            throw new AssertionError("nobody asks");
          }

          @Override
          public void restored() {
            throw new AssertionError("nobody asks");
          }
        },
        Reachability.Times.DEFAULT);
  }
}
