package dev.goldenrod.port;

/** An agent is refused, and would be again. The message is for people. */
public final class AgentRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AgentRefusedException(String message) {
    super(message);
  }
}
