package dev.goldenrod.engine;

import java.util.List;

/**
 * How to copy the files of a running server one after another. A session of the engine begins and
 * ends the backup. Its output, and the log files written meanwhile, make the copy consistent. The
 * backup fails if the session ends early.
 */
public interface OnlineBackup {
  /** Printed by the session when the files may be copied. */
  String BEGUN = "begun";

  /** Printed by the session after everything that belongs to the copy. */
  String ENDED = "ended";

  /** Printed by the session if nothing that belongs to the copy was lost. */
  String KEPT = "kept";

  /** The login of a backup session. Closing it removes its temporary files. */
  interface Login extends AutoCloseable {
    /**
     * Returns a command that runs the statements of its standard input in one session, prints their
     * output, and stops at the first error. Holds no secret.
     */
    List<String> command();

    @Override
    void close();
  }

  /**
   * What a copy needs besides the copied files. Paths are relative to the data directory.
   *
   * @param logs files to copy from the server as they are after the backup
   */
  record Additions(List<String> logs, List<Text> texts) {
    public Additions {
      logs = List.copyOf(logs);
      texts = List.copyOf(texts);
    }
  }

  record Text(String path, String content) {}

  /**
   * Creates a login with a password that the server accepts.
   *
   * @param port of the server on the loopback address
   * @param tools of the server's machine
   * @param name of the login's files
   */
  Login login(int port, ToolRunner tools, String name);

  /**
   * Returns the statements that begin the backup and then print {@link #BEGUN}. From then on the
   * server retains what the copy needs until the session ends.
   *
   * @param id letters and digits, unique among the server's backups
   */
  String begin(String id);

  /** Returns statements that end the backup, print what a copy needs, and then {@link #ENDED}. */
  String end();

  /** Returns statements that print {@link #KEPT} if nothing that {@link #end} named is lost. */
  String confirm(String id);

  /** Parses the lines that the session has printed. Throws if they are incomplete or invalid. */
  Additions additions(List<String> told);

  /**
   * Returns a shell script that turns the copied files into data that a server can start on. It may
   * be run again with the same files, and prints what is wrong with the copy.
   *
   * <p>Its arguments are the copy's data directory and the directory with the additions.
   */
  String complete();
}
