package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a container is to run.
 *
 * @param folder where its files of this machine lie
 * @param groups supplementary groups, as of the pod's fsGroup
 */
public record ContainerSpec(
    String name,
    Image image,
    List<String> command,
    Map<String, String> environment,
    String directory,
    long user,
    long group,
    List<String> groups,
    boolean readOnlyRoot,
    List<Mount> mounts,
    Path folder) {}
