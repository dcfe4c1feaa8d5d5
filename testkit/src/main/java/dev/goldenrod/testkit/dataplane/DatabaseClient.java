package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.instance.Credentials;

/**
 * What the tests do in a database by its login: they keep one value there.
 *
 * @param writing writes the value over the one before
 * @param unflushedWriting does the same in many transactions that the server answers before they
 *     are on its disk, if its clients can ask for that
 * @param reading reads the value; empty when none was written since the database was made
 * @param passwordChange gives the login's user another password, as that user does
 */
public record DatabaseClient(
    Writing writing, Writing unflushedWriting, Reading reading, Writing passwordChange) {
  /** Uses the login with a text. */
  public interface Writing {
    void run(Credentials login, String text) throws Exception;
  }

  /** Uses the login to read. */
  public interface Reading {
    String run(Credentials login) throws Exception;
  }

  /** One that cannot ask the server to answer early. */
  public DatabaseClient(Writing writing, Reading reading, Writing passwordChange) {
    this(writing, writing, reading, passwordChange);
  }

  public void write(Credentials login, String value) throws Exception {
    writing.run(login, value);
  }

  public void writeUnflushed(Credentials login, String value) throws Exception {
    unflushedWriting.run(login, value);
  }

  public String read(Credentials login) throws Exception {
    return reading.run(login);
  }

  public void changePassword(Credentials login, String password) throws Exception {
    passwordChange.run(login, password);
  }
}
