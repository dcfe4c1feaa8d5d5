package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Terminal;

/** The entry point of the command line client alone, without the server's commands. */
public final class Main {
  private static final String HTTP_THREAD = "HttpClient-\\d+-SelectorManager";

  private Main() {}

  public static void main(String[] args) {
    // No option has one of these types without a converter, and picocli would load them all.
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    Terminal terminal = Terminal.ofProcess();
    int code = new Cli(terminal).execute(args);
    terminal.out().flush();
    ClassArchive.ofProcess().deleteIfRejected();
    endHttpThreads();
    System.exit(code);
  }

  /** Before it exits, a Java machine waits up to 300 ms for threads that wait for the network. */
  private static void endHttpThreads() {
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches(HTTP_THREAD))
        .forEach(Thread::interrupt);
  }
}
