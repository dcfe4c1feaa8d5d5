package dev.goldenrod.engine.imports;

/**
 * Knows which parts of a step are done, for the server that continues it after an interruption.
 * Runs of tools are none: those are the {@link dev.goldenrod.engine.ToolRunner}'s. Used by one
 * thread at a time.
 */
public interface Checkpoints {
  /** Of a step that begins anew when it is interrupted. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part)
            throws E {
          return part.run();
        }
      };

  /** Some work in sessions of the server. */
  interface Part<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Does the part, unless it was done before: then it returns what that returned, and tells its
   * warnings again.
   *
   * @param name which the step has once
   * @param type of the result, which is written as JSON
   * @throws dev.goldenrod.port.DataPlaneException when the part was begun before and did not end,
   *     so that the state of what there is is unknown
   */
  <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part) throws E;
}
