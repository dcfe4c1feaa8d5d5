package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.Origin;

/** An engine whose programs are on this machine, and a value that tests keep in its databases. */
interface EngineUnderTest extends AutoCloseable {
  Image image();

  Origin.Blank blank();

  void write(Credentials login, String value) throws Exception;

  /** Gives the user of the login another password. */
  void changePassword(Credentials login, String password) throws Exception;

  /** The value; empty when there is none. */
  String read(Credentials login) throws Exception;

  /** Takes away what was made for the image. */
  @Override
  void close();
}
