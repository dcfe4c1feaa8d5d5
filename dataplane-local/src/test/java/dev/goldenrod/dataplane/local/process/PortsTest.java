package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {
  private static final PortRange RANGE = new PortRange(17400, 17403);

  @TempDir Path claims;
  private Ports ports;

  @BeforeEach
  void open() {
    ports = new Ports(RANGE, "one", claimsFolder());
  }

  @Test
  void no_port_is_given_out_twice() {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      given.add(ports.reserve());
    }

    assertThat(given).containsExactlyInAnyOrder(17400, 17401, 17402, 17403);
    assertThatThrownBy(ports::reserve)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("17400-17403");
  }

  @Test
  void a_port_that_was_given_back_is_given_out_again() {
    ports.hold(17400);
    ports.hold(17401);
    ports.hold(17402);
    int last = ports.reserve();

    ports.release(last);

    assertThat(ports.reserve()).isEqualTo(last);
  }

  @Test
  void a_port_that_another_server_gave_out_is_left_to_it() {
    Ports other = new Ports(RANGE, "other", claimsFolder());
    Set<Integer> theirs = Set.of(other.reserve(), other.reserve());

    Set<Integer> ours = Set.of(ports.reserve(), ports.reserve());

    assertThat(ours).doesNotContainAnyElementsOf(theirs);
  }

  @Test
  void a_port_that_a_program_listens_on_is_not_given_out() throws IOException {
    try (ServerSocket program = new ServerSocket(17401, 1, InetAddress.getByName("127.0.0.1"))) {
      Set<Integer> given = Set.of(ports.reserve(), ports.reserve(), ports.reserve());

      assertThat(given).doesNotContain(program.getLocalPort());
      assertThat(Ports.isFree(List.of("127.0.0.1"), 17401)).isFalse();
    }
    assertThat(Ports.isFree(List.of("127.0.0.1"), 17401)).isTrue();
  }

  @Test
  void a_range_is_two_numbers_lowest_first() {
    assertThat(PortRange.parse("20000-20010")).isEqualTo(new PortRange(20000, 20010));
    assertThatThrownBy(() -> PortRange.parse("many"))
        .hasMessageContaining("port range 'many' is not two numbers");
    assertThatThrownBy(() -> PortRange.parse("9-8")).hasMessageContaining("9-8");
  }

  @Test
  void a_claim_that_a_power_loss_emptied_is_nobodys() throws IOException {
    ports.hold(17400);
    for (int port = 17401; port <= 17403; port++) {
      Files.createFile(claimsFolder().resolve(Integer.toString(port)));
    }

    int given = ports.reserve();

    assertThat(claimsFolder().resolve(Integer.toString(given))).hasContent("one");
  }

  @Test
  void the_folder_of_claims_is_its_users_alone() throws IOException {
    ports.reserve();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(claimsFolder())))
        .isEqualTo("rwx------");
  }

  private Path claimsFolder() {
    return claims.resolve("claims");
  }
}
