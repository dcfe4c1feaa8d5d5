package dev.goldenrod.dataplane.local.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS of MongoDB, or of its stand-in, which tests the data plane only. */
@Tag("slow")
class MongoDbTlsTest {
  @TempDir Path folder;
  @TempDir Path given;
  private MongoDbFixture mongo;
  private CertificateAuthority first;

  @BeforeEach
  void have_it_speak_tls() throws IOException {
    first = authority("first");
    give(first);
    mongo = new MongoDbFixture(folder);
    mongo.restart(given.resolve("tls.crt"), given.resolve("tls.key"), given.resolve("ca.crt"));
  }

  @AfterEach
  void take_all_away() {
    mongo.close();
  }

  @Test
  void clients_check_it_and_it_takes_a_certificate_of_another_authority() throws Exception {
    DatabaseSpec spec = mongo.ready();
    Credentials login = mongo.login(spec);

    assertThat(login.uri()).endsWith("?tls=true");
    assertThat(ping(login.uri(), first)).containsEntry("ok", 1.0);
    assertThatThrownBy(() -> ping(login.uri().replace("?tls=true", ""), first))
        .isInstanceOf(MongoException.class);
    assertThatThrownBy(() -> ping(login.uri(), authority("stranger")))
        .isInstanceOf(MongoException.class);
    assertThat(mongo.plane().databases().loginProblem(spec.id())).isEmpty();

    ProcessHandle server = mongo.server(spec).orElseThrow();
    CertificateAuthority second = authority("second");
    give(second);
    MongoDbFixture.await("the other certificate")
        .ignoreExceptionsInstanceOf(MongoException.class)
        .until(() -> ping(login.uri(), second).get("ok").equals(1.0));
    assertThat(mongo.server(spec)).contains(server);
    assertThat(mongo.plane().databases().loginProblem(spec.id())).isEmpty();
  }

  private CertificateAuthority authority(String name) {
    return CertificateAuthority.open(given.resolve(name), Clock.systemUTC());
  }

  private void give(CertificateAuthority authority) throws IOException {
    String pem = authority.issue(Set.of("127.0.0.1"), Duration.ofDays(1));
    int key = pem.indexOf("-----BEGIN PRIVATE KEY");
    Files.writeString(given.resolve("tls.crt"), pem.substring(0, key));
    Files.writeString(given.resolve("tls.key"), pem.substring(key));
    Files.writeString(given.resolve("ca.crt"), authority.pem());
  }

  private static Document ping(String uri, CertificateAuthority authority) throws Exception {
    SSLContext trust = trusting(authority);
    try (MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToSslSettings(tls -> tls.context(trust))
                .applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(2, TimeUnit.SECONDS))
                .build())) {
      return client.getDatabase("app").runCommand(new Document("ping", 1));
    }
  }

  private static SSLContext trusting(CertificateAuthority authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(authority.pem().getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
