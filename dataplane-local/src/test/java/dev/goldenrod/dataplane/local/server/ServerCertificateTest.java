package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificateTest {
  private final RunAs user = RunAs.server();
  private final Memory kept = new Memory();
  private String issued = "first";
  private ServerCertificate certificate;

  @TempDir private Path folder;
  private DataVolume volume;

  @BeforeEach
  void prepare() throws IOException {
    certificate = new ServerCertificate(new Issuer(), kept);
    volume = new DataVolume(folder);
    Files.createDirectory(volume.conf());
    certificate.prepare(volume, user);
  }

  @Test
  void a_valid_certificate_is_left_alone() throws IOException {
    assertThat(certificate.renew(volume, user)).isFalse();
  }

  @Test
  void the_server_has_to_read_another_one_until_it_did() throws IOException {
    issued = "second";

    assertThat(certificate.renew(volume, user)).isTrue();
    assertThat(volume.conf().resolve("server.pem")).hasContent("second");
    assertThat(certificate.renew(volume, user)).isTrue();
    certificate.noteServed(volume);
    assertThat(certificate.renew(volume, user)).isFalse();
  }

  @Test
  void a_renewal_that_ends_before_the_files_are_written_is_finished_later() throws IOException {
    Path file = volume.conf().resolve("server.pem");
    Path inTheWay = file.resolve("file");
    issued = "second";
    Files.delete(file);
    Files.createDirectory(file);
    Files.createFile(inTheWay);
    assertThatThrownBy(() -> certificate.renew(volume, user)).isInstanceOf(IOException.class);

    // The files as a process leaves them that is killed right after writing them.
    Files.delete(inTheWay);
    Files.delete(file);
    Files.writeString(file, "second");

    assertThat(certificate.renew(volume, user)).isTrue();
  }

  private final class Issuer implements DatabaseTls {
    @Override
    public String sslMode() {
      return "verify-full";
    }

    @Override
    public String authorities() {
      return "authority";
    }

    @Override
    public String identity(Optional<String> former) {
      return issued;
    }
  }

  private static final class Memory implements ServerCertificate.Storage {
    private Optional<String> identity = Optional.empty();

    @Override
    public Optional<String> tlsIdentity() {
      return identity;
    }

    @Override
    public void saveTlsIdentity(String pem) {
      identity = Optional.of(pem);
    }
  }
}
