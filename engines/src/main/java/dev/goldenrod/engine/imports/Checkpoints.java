package dev.goldenrod.engine.imports;

/**
 * Records which parts of a step are done, for the process that continues the step after an
 * interruption. The {@link dev.goldenrod.engine.ToolRunner} records tool runs. Not thread-safe.
 */
public interface Checkpoints {
  /** Records nothing: an interrupted step starts from its beginning. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part)
            throws E {
          return part.run();
        }
      };

  /** A part of a step that uses sessions of the server. */
  interface Part<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Runs a part unless it is already done; then it returns the recorded result and repeats the
   * recorded warnings.
   *
   * @param name unique in the step
   * @param type of the result, which is saved as JSON
   * @throws dev.goldenrod.port.DataPlaneException if the part was started before and did not end,
   *     which leaves an unknown state
   */
  <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part) throws E;
}
