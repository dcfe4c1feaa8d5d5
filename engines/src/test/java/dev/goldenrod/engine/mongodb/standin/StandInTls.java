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
 * The certificate that new connections get, read from MongoDB's {@code certificateKeyFile} at the
 * start, and again when the server is told to.
 */
record StandInTls(Path identity) {
  /** Has the server use what the file holds now. */
  void giveTo(MongoServer server) {
    try {
      String pem = Files.readString(identity, StandardCharsets.US_ASCII);
      int key = pem.indexOf("-----BEGIN PRIVATE KEY");
      SslContext context =
          SslContextBuilder.forServer(bytes(pem.substring(0, key)), bytes(pem.substring(key)))
              .build();
      // Its own way to take one ends with its start.
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
