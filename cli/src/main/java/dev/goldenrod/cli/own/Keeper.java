package dev.goldenrod.cli.own;

/** What starts a server in the background, and ends it. */
interface Keeper {
  /** Starts it, unless it runs. Answers how, for people. */
  String start(OwnServer server);

  /** Ends it, and leaves its databases running. Answers whether it ran. */
  boolean stop(OwnServer server);

  /** Where its log is, for people. */
  String log(OwnServer server);
}
