package dev.goldenrod.cli.own;

/** A service manager, or its substitute, that runs a server in the background. */
interface ServiceManager {
  /** Starts the server unless it is running, and returns how, for messages. */
  String start(OwnServer server);

  /** Stops the server, leaving its databases running. Returns whether it was running. */
  boolean stop(OwnServer server);

  /** Returns the log's file or the command that shows it, for messages. */
  String log(OwnServer server);
}
