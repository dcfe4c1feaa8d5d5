package dev.goldenrod.engine.mongodb.standin;

import de.bwaldvogel.mongo.MongoServer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The certificate for new connections, read from MongoDB's {@code certificateKeyFile} at the start
 * and on {@code rotateCertificates}.
 */
record StandInTls(Path identity) {
  /** Makes the server use the current content of the file. */
  void giveTo(MongoServer server) {
    try {
      String pem = Files.readString(identity, StandardCharsets.US_ASCII);
      int key = pem.indexOf("-----BEGIN PRIVATE KEY");
      SslContext context =
          SslContextBuilder.forServer(bytes(pem.substring(0, key)), bytes(pem.substring(key)))
              .build();
      // The server's own method only works before its start.
      Field field = MongoServer.class.getDeclaredField("sslContext");
      field.setAccessible(true);
      field.set(server, context);
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException(identity + " cannot be used: " + e, e);
    }
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }
}
