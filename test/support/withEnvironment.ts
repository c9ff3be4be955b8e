/** What `work` comes to while this process has these environment variables. */
export async function withEnvironment<T>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
