package dev.goldenrod.http.view;

/** The client config. */
public record ClientConfigView(
    String agentImage, String operatorImage, String routerImage, Cli cli) {
  /** The support policy for the command-line client. */
  public record Cli(String minVersion, String latestVersion, String installUrl) {}
}
