package dev.goldenrod.dataplane.k8s.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineBuildTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @CsvSource({
    "postgres:15, docker.io/library/postgres, postgres",
    "postgres:15, docker-pullable://postgres, postgres",
    "docker.io/library/postgres:15, docker.io/library/postgres, docker.io/library/postgres",
    "mirror.example:5000/db/postgres, mirror.example:5000/db/postgres, mirror.example:5000/db/postgres",
    "acme/postgres:15, docker.io/acme/postgres, acme/postgres"
  })
  void an_image_is_named_as_before_and_by_the_digest_that_its_node_tells(
      String image, String repository, String pinned) {
    EngineBuild build = running(image, repository + "@" + DIGEST);

    assertThat(build.image()).contains(pinned + "@" + DIGEST);
    assertThat(build.imageName()).contains(image);
  }

  @Test
  void an_image_that_was_named_by_a_digest_stays_so() {
    EngineBuild build = running("postgres@" + DIGEST, "docker.io/library/postgres@" + DIGEST);

    assertThat(build.image()).contains("postgres@" + DIGEST);
    assertThat(build.imageName()).as("that of its first start stays").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"docker.io/library/import-2026-11-23@", "docker.io/library/mysql@", "''"})
  void an_image_that_was_put_on_the_node_by_hand_is_not_told(String before) {
    assertThat(running("postgres:15", before + DIGEST).image()).isEmpty();
  }

  @Test
  void what_is_not_known_of_new_data_is_not_that_of_the_data_before() {
    EngineBuild build =
        new EngineBuild(
            Optional.of("postgres@" + DIGEST), Optional.empty(), Optional.of("arm64"), false);

    assertThat(build.replaceIn(Annotations.patch(Map.of("a", "b"))))
        .hasToString(
            "{\"metadata\":{\"annotations\":{\"a\":\"b\",\"goldenrod.dev/image\":\"postgres@%s\",\"goldenrod.dev/image-name\":null,\"goldenrod.dev/architecture\":\"arm64\",\"goldenrod.dev/reindex\":null}}}"
                .formatted(DIGEST));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres:15, postgres:15, true",
    "postgres:15, postgres:15.18, false",
    ", postgres:15, true",
    "postgres:15, postgres@sha256:1, false",
    ", postgres@sha256:1, false"
  })
  void it_is_of_the_configured_image_as_far_as_is_known(
      String named, String configured, boolean isOf) {
    EngineBuild build =
        new EngineBuild(
            Optional.of("postgres@" + DIGEST), Optional.ofNullable(named), Optional.empty(), false);

    assertThat(build.isOf(configured)).isEqualTo(isOf);
  }

  private static EngineBuild running(String image, String imageId) {
    return EngineBuild.running(pod(image, imageId), Optional.empty());
  }

  private static V1Pod pod(String image, String imageId) {
    return new V1Pod()
        .spec(new V1PodSpec().addContainersItem(new V1Container().image(image)))
        .status(
            new V1PodStatus().addContainerStatusesItem(new V1ContainerStatus().imageID(imageId)));
  }
}
