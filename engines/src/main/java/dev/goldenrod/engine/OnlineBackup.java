package dev.goldenrod.engine;

import java.util.List;

/**
 * How the files of a server that goes on are copied one after the other, however long that takes: a
 * session of the engine says from when to when, and what it tells, with what the server has written
 * meanwhile, makes the copy good. A session that ends before ends the backup.
 */
public interface OnlineBackup {
  /** The line that a session prints when the files may be copied. */
  String BEGUN = "begun";

  /** The line that a session prints when it has told all that belongs to the copy. */
  String ENDED = "ended";

  /** The line that a session prints when nothing was lost of what belongs to the copy. */
  String KEPT = "kept";

  /** How a session logs in. Closing removes what only its login needs. */
  interface Login extends AutoCloseable {
    /**
     * The command that runs the statements of its standard input in one session, prints what they
     * print, and ends with the first that fails. Holds no secret.
     */
    List<String> command();

    @Override
    void close();
  }

  /**
   * What belongs to a copy beside the files that were copied. Paths are below the data directory.
   *
   * @param logs files of the server that the copy needs as they are now
   * @param texts what else it needs
   */
  record Additions(List<String> logs, List<Text> texts) {
    public Additions {
      logs = List.copyOf(logs);
      texts = List.copyOf(texts);
    }
  }

  /**
   * A file to be written.
   *
   * @param path below the data directory
   */
  record Text(String path, String content) {}

  /**
   * Makes a login with a password that the server takes.
   *
   * @param port where the server listens on the loopback address
   * @param tools of the server's machine
   * @param name of the login's files
   * @throws dev.goldenrod.port.DataPlaneException when the server takes none
   */
  Login login(int port, ToolRunner tools, String name);

  /**
   * The statements of a session that begin the backup, and then print {@link #BEGUN}. From then on
   * the server keeps what the copy needs, until the session ends.
   *
   * @param id letters and digits that tell it from the server's other backups
   */
  String begin(String id);

  /** The statements that end the backup, tell what belongs to it, and then print {@link #ENDED}. */
  String end();

  /** The statements that print {@link #KEPT} if all that was told is still there. */
  String confirm(String id);

  /**
   * What belongs to the copy.
   *
   * @param told the lines that the session has printed
   * @throws dev.goldenrod.port.DataPlaneException when they are not what it prints
   */
  Additions additions(List<String> told);

  /**
   * A shell script that makes the copy one that a server can start on. It may be run again with the
   * same files. What is wrong with the copy, it prints.
   *
   * <p>Its arguments are the copy's data directory and the folder that has the additions by their
   * paths.
   */
  String complete();
}
