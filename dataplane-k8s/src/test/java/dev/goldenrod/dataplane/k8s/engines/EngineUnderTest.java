package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;

/** An engine whose programs are on this machine, and a value that tests keep in its databases. */
interface EngineUnderTest extends AutoCloseable {
  Image image();

  Origin.Blank blank();

  DatabaseClient client();

  /** Takes away what was made for the image. */
  @Override
  void close();
}
