package dev.goldenrod.port;

/** Thrown when an agent is refused and reconnecting would not help. The message is for people. */
public final class AgentRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AgentRefusedException(String message) {
    super(message);
  }
}
